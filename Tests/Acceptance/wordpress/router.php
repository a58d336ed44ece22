<?php
// What .htaccess is to Apache: real files are served as they are, every other address goes to WordPress.
require __DIR__ . '/prepend.php';  // PHP does not prepend it to a router
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$file = $_SERVER['DOCUMENT_ROOT'] . rawurldecode((string) $path);
if (is_file($file)) {
    return false;
}
if (is_dir($file) && $path !== '/' && is_file($file . '/index.php')) {
    return false;
}
// The built-in server guesses these from the address and would name a file that does not exist.
$_SERVER['SCRIPT_NAME'] = '/index.php';
$_SERVER['PHP_SELF'] = '/index.php';
$_SERVER['SCRIPT_FILENAME'] = $_SERVER['DOCUMENT_ROOT'] . '/index.php';
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';

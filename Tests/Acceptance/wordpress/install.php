<?php
// Makes the tables and the first user; prints {"user", "application_password"} as the last line.
// Usage: php install.php USER
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = parse_url(getenv('GALLEY_WORDPRESS_URL'), PHP_URL_HOST);
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REQUEST_URI'] = '/';

// WordPress would send a mail about the new site; this is pluggable.
function wp_new_blog_notification() {}

require ABSPATH . 'wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
$user = $argv[1];
wp_install('Acceptance', $user, $user . '@example.test', true, '', wp_generate_password(24, false));
update_option('permalink_structure', '/%year%/%monthnum%/%postname%/');
update_option('timezone_string', 'Europe/Lisbon');
$id = get_user_by('login', $user)->ID;
[$password] = WP_Application_Passwords::create_new_application_password($id, ['name' => 'galley']);
echo "\n", json_encode(['user' => $user, 'application_password' => $password]), "\n";

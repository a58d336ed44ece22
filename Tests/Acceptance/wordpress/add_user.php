<?php
// Adds a user with a role; prints {"user", "application_password"} as the last line. Usage: php add_user.php USER ROLE
$_SERVER['HTTP_HOST'] = parse_url(getenv('GALLEY_WORDPRESS_URL'), PHP_URL_HOST);
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REQUEST_URI'] = '/';
require ABSPATH . 'wp-load.php';
[, $user, $role] = $argv;
$id = wp_insert_user(['user_login' => $user, 'user_pass' => wp_generate_password(24, false),
    'user_email' => $user . '@example.test', 'role' => $role]);
if (is_wp_error($id)) {
    fwrite(STDERR, $id->get_error_message() . "\n");
    exit(1);
}
[$password] = WP_Application_Passwords::create_new_application_password($id, ['name' => 'galley']);
echo "\n", json_encode(['user' => $user, 'application_password' => $password]), "\n";

<?php
// The configuration of a WordPress that lives for one acceptance run. Everything that differs between runs comes from
// the environment, which wordpress.py sets.
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:' . getenv('GALLEY_WORDPRESS_SOCKET'));
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('WP_HOME', getenv('GALLEY_WORDPRESS_URL'));
define('WP_SITEURL', getenv('GALLEY_WORDPRESS_URL'));
$table_prefix = 'wp_';

// Application passwords work over plain http only where the environment is called local.
define('WP_ENVIRONMENT_TYPE', 'local');
// Nothing here may reach for the internet, or work at its own hours.
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('WP_AUTO_UPDATE_CORE', false);
define('DISALLOW_FILE_MODS', true);
define('WP_DEBUG', false);
define('WP_DEFAULT_THEME', 'plain');
foreach (['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY',
          'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT'] as $name) {
    define($name, hash('sha256', $name . getenv('GALLEY_WORDPRESS_SOCKET')));
}

require_once ABSPATH . 'wp-settings.php';

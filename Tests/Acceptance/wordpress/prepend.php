<?php
// Runs before every script (auto_prepend_file). WordPress would otherwise take the folder in which Debian keeps its
// code for its own root, and Debian's configuration with it.
defined('ABSPATH') || define('ABSPATH', getenv('GALLEY_WORDPRESS_ROOT') . '/');

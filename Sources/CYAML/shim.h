// libyaml, which parses YAML 1.1 into events.
#pragma once
#include <yaml.h>

// Targets

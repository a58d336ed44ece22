// Copyfitting

// Courier

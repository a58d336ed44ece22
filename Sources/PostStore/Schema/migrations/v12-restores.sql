-- Deliveries that a restored backup leaves in doubt.

ALTER TABLE delivery ADD COLUMN restoredFrom INTEGER;   -- when the backup was made; it may have been sent since

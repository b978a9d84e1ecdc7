-- The password and factor that the holder of a link has set up. They replace the member's in the last step, with
-- the audit entry and the mail; until then they open nothing, and a reset that is stopped leaves no trace of them.
-- A link that was opened but not finished before this migration has to be sent again.
alter table staff_invitations
  add column password_hash text,
  add column factor text;                               -- encrypted: an authenticator or a passkey

-- What the holder of a link has set up. It replaces the member's password and factors in the last step, with
-- the audit entry and the mail; until then it opens nothing, and a reset that is stopped leaves no trace of it.
-- Whoever has opened a link but not finished needs a new one.
alter table staff_invitations
  add column password_hash text,
  add column factor text;                               -- encrypted: an authenticator or a passkey

-- The keys that sign the codes of tickets. One signs at a time, for a year, and its codes count for
-- another year; the private half is sealed with a key that a live database does not hold.
create table ticket_keys (
  key_id      smallint primary key check (key_id between 1 and 255),  -- a byte of the code
  public_key  text not null,                                          -- Ed25519, base64url
  sealed_key  text not null,
  signs_from  timestamptz not null,
  good_until  timestamptz not null,
  retired_at  timestamptz
);

-- What the QR holds, if it is signed; tickets issued before only have their code.
alter table tickets add column signed_code text;

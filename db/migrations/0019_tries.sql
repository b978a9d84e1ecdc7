-- How often something was tried: what all processes have to count together. A crash of the server
-- empties it, which costs a few tries more; no other table has to wait for the disk because of it.
create unlogged table tries (
  key text primary key,       -- the limit, and a keyed hash of who or what was counted
  points integer not null,
  expire bigint               -- milliseconds since 1970: when the count begins anew
);
create index on tries (expire);

-- With it addresses are hashed that may not be kept as they are. Live mode takes SESSION_SECRET.
create table installation_keys (
  key text primary key default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);
insert into installation_keys default values;

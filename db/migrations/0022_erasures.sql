-- Turns the addresses of people who were erased into digests, for a list that lies outside the
-- database: after a restore they are erased again. One row, made here, so that a copy has the same.
create table erasure_keys (
  key  text primary key default gen_random_uuid()::text || gen_random_uuid()::text
);
insert into erasure_keys default values;

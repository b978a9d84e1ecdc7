-- Whether a sale was on a standby before it was confirmed when a program last looked, and since when
-- that is so: one row, or none before the first standby. A cluster that loses its last standby looks
-- like a server that never had one.
create table replication_states (
  is_only         boolean primary key default true check (is_only),
  is_synchronous  boolean not null,
  since           timestamptz not null
);

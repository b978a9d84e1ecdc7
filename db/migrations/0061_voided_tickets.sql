-- Phones at the doors ask every few seconds which tickets have just become void, on any bus.

create index on tickets (replaced_at) where replaced_at is not null;

-- "My bookings" asks for everything that a browser has bought, whatever became of it.
create index on orders (visitor);

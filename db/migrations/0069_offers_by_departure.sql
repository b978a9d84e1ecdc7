-- A departure finds the passengers for whom seats are kept on it.
create index on incident_offers (departure_id);

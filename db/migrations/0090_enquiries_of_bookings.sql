-- The booking that an enquiry is about, as a member of staff has found out.
alter table enquiries add column order_id uuid references orders on delete set null;
create index on enquiries (order_id);

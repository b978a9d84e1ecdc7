-- PostgreSQL looks for rows that refer to a row before it deletes it: in these tables it read all of them for each
-- booking that leaves a cart, and for each row of an order that is deleted after six years. The receipts of a booking and
-- the change that a payment is for are also looked up by these columns. A large company builds them by hand before, under
-- the same names.
create index if not exists receipt_lines_booking_id_idx on receipt_lines (booking_id);
create index if not exists changed_bookings_after_booking_id_idx on changed_bookings (after_booking_id)
  where after_booking_id is not null;
create index if not exists changes_payment_id_idx on changes (payment_id) where payment_id is not null;
create index if not exists mails_refund_id_idx on mails (refund_id) where refund_id is not null;

-- An order is removed some years after its end, and its receipts stay with their numbers and sums: as in
-- the ledger, the ids in them then lead to nothing.
alter table receipts drop constraint receipts_order_id_fkey, drop constraint receipts_change_id_fkey;

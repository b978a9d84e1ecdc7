-- Two more kinds: a sale at the door that is undone though its people may have travelled, and a refund that is said to have been
-- paid by other means.
alter table approvals
  drop constraint approvals_kind_check,
  add constraint approvals_kind_check check (kind in
    ('given', 'refunded', 'paid-otherwise', 'paid-out', 'undone', 'undone-aboard', 'card-in-cash', 'own-till'));
alter table given_by_staff
  drop constraint given_by_staff_kind_check,
  add constraint given_by_staff_kind_check check (kind in
    ('given', 'refunded', 'paid-otherwise', 'paid-out', 'undone', 'undone-aboard', 'card-in-cash', 'own-till'));

-- By the time a mail is sent there may be nothing left to tell: the ride it reminds of was given up.
alter table mails
  drop constraint mails_state_check,
  add constraint mails_state_check
    check (state in ('queued', 'sent', 'needless', 'refused', 'parked'));

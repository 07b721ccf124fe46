-- The body of a mail as safe HTML, where what it shows has a layout of its own; null where it is laid out from its text.
alter table mails add column html text;

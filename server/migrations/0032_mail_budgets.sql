-- What people who have an account wait for is counted and sent apart from what strangers have us send, so that no flood of
-- sign-ups keeps a reset from its reader. Messages from before count as those of people.
ALTER TABLE email_outbox ADD COLUMN budget TEXT NOT NULL DEFAULT 'people';
CREATE INDEX email_outbox_due_by_budget ON email_outbox (budget, next_at, id) WHERE next_at IS NOT NULL;

ALTER TABLE email_days ADD COLUMN newcomers INTEGER NOT NULL DEFAULT 0;

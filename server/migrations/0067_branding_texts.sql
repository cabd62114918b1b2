-- Sentences of the hosted pages that an operator chose, by language and key; what is absent is built in.
ALTER TABLE branding ADD COLUMN texts TEXT NOT NULL DEFAULT '{}';

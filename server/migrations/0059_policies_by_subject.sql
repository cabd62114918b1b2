-- Whom a person is told of before a client acts for them: the agents that may act on from there.
CREATE INDEX policies_by_subject ON policies (subject, agent_id);

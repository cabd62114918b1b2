-- What happened in each hour, counted once from events and tokens after they were committed.
CREATE TABLE statistics_hourly (
  metric TEXT NOT NULL,
  -- The beginning of the hour, epoch milliseconds.
  hour BIGINT NOT NULL,
  count BIGINT NOT NULL,
  PRIMARY KEY (metric, hour)
);
CREATE INDEX statistics_hourly_by_hour ON statistics_hourly (hour);

-- How many there are of something, as counted a moment ago.
CREATE TABLE statistics_gauges (
  name TEXT PRIMARY KEY,
  value BIGINT NOT NULL,
  counted_at BIGINT NOT NULL
);

-- How far counting has come in each source. A step moves this and the counts in one transaction.
CREATE TABLE statistics_progress (
  source TEXT PRIMARY KEY,
  position TEXT NOT NULL
);

-- What lists and pictures of the console are narrowed to, so that they read what they show however much there is.
CREATE INDEX users_disabled ON users (created_at, id) WHERE disabled_at IS NOT NULL;
CREATE INDEX users_by_verification ON users (email_verified, created_at, id);
CREATE INDEX users_by_second_factor ON users (mfa_enabled, created_at, id);
CREATE INDEX users_by_tier ON users (tier, created_at, id);
CREATE INDEX users_by_system_role ON users (system_role, created_at, id) WHERE system_role IS NOT NULL;
CREATE INDEX webhook_deliveries_open ON webhook_deliveries (webhook_id, created_at, id) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (webhook_id, success, created_at, id) WHERE success = 0 AND next_at IS NULL;
CREATE INDEX statistics_acting ON statistics_hourly (hour, metric, count) WHERE substr(metric, 1, 7) = 'acting:';

import pg from 'pg'

const KEPT = 'kept_by_tests'
/** Deleting the rows of a small table is quicker than giving it a new file; a bigger one has gathered dead rows. */
const SMALL_BYTES = 256 * 1024

const remember = `
CREATE SCHEMA ${KEPT};
DO $$
DECLARE name text; filled boolean;
BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', name) INTO filled;
    IF filled THEN EXECUTE format('CREATE TABLE ${KEPT}.%I AS TABLE public.%I', name, name); END IF;
  END LOOP;
END $$`

const reset = `
SET session_replication_role = replica;
DO $$
DECLARE name text; bytes bigint;
BEGIN
  PERFORM pg_terminate_backend(pid, 5000) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid();
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    bytes := pg_relation_size(format('public.%I', name));
    IF bytes > ${SMALL_BYTES} THEN
      EXECUTE format('TRUNCATE public.%I CASCADE', name);
    ELSIF bytes > 0 THEN
      EXECUTE format('DELETE FROM public.%I', name);
    END IF;
  END LOOP;
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = '${KEPT}' LOOP
    EXECUTE format('INSERT INTO public.%I TABLE ${KEPT}.%I', name, name);
  END LOOP;
END $$`

const shape = `
SELECT md5(string_agg(part, ',' ORDER BY part)) AS shape FROM (
  SELECT concat_ws(' ', relname, relkind, attnum, attname, atttypid, attnotnull, atthasdef)
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid WHERE relnamespace = 'public'::regnamespace
  UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, contype) FROM pg_constraint
  WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT concat_ws(' ', tgrelid::regclass, tgname) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT concat_ws(' ', proname, prosrc) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL SELECT array_to_string(setconfig, ' ') FROM pg_db_role_setting
  WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
) AS parts (part)`

/** Has a template remember the rows that migrations wrote, for its copies. */
export async function rememberRows(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(remember)
  } finally {
    await client.end()
  }
}

/**
 * A copy of the template that one test after the other uses. Emptying it takes a few milliseconds, while a new copy
 * costs a processor up to a second. Its own connection stays, since a new one would have to learn the schema again.
 */
export class ReusableDatabase {
  readonly url: string
  readonly #pool: pg.Pool
  readonly #shape: string

  private constructor(url: string, pool: pg.Pool, schemaShape: string) {
    this.url = url
    this.#pool = pool
    this.#shape = schemaShape
  }

  static async connect(url: string): Promise<ReusableDatabase> {
    const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
    pool.on('error', () => undefined)
    return new ReusableDatabase(url, pool, await shapeOf(pool))
  }

  /** Makes it what it was. False when that can't be done: a test changed the schema or a setting, or broke it on purpose. */
  async reset(): Promise<boolean> {
    try {
      if ((await shapeOf(this.#pool)) !== this.#shape) return false
      await this.#pool.query(reset)
      return true
    } catch {
      return false
    }
  }

  async disconnect(): Promise<void> {
    await this.#pool.end()
  }
}

async function shapeOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ shape: string }>(shape)
  return rows[0]?.shape ?? ''
}

import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { createOpencodeDatabase } from '../../test/equipment/runtime/opencode-database.ts';
import { withLocation } from './database-location.ts';

function readAt(location: string | URL): unknown {
  const database = new DatabaseSync(location, { readOnly: true });
  const row = database.prepare('SELECT id FROM session').get();
  database.close();
  return row?.id;
}

/** Returns the path of a database whose write-ahead log has no index. */
function withoutIndex(): string {
  const [from, to] = [temporaryFolder(), temporaryFolder()];
  const { database, add } = createOpencodeDatabase(join(from, 'some.db'));
  add('ses_1', 'Brew');
  for (const name of ['some.db', 'some.db-wal']) copyFileSync(join(from, name), join(to, name));
  database.close();
  return join(to, 'some.db');
}

it('copies a database whose write-ahead log has no index, and deletes the copy', () => {
  const path = withoutIndex();
  let copy: string | URL = path;
  const id = withLocation(path, (location) => {
    copy = location;
    return readAt(location);
  });
  expect(id).toBe('ses_1');
  expect(readdirSync(join(path, '..')).sort()).toEqual(['some.db', 'some.db-wal']);
  expect(() => readAt(copy)).toThrow();
});

it('throws if such a database is too large', () =>
  expect(() => withLocation(withoutIndex(), readAt, 1000)).toThrow('Start its client'));

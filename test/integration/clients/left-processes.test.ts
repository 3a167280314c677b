/** Processes that a command leaves behind. */
// cspell:ignore sendmsg
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type OpenedClient, openClient, textIn } from '../../equipment/runtime/client.ts';
import { skillOnDisk } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';

const hasSandbox = await canSandbox();

/** Calls a client's shell. */
const run = (client: OpenedClient, command: string) =>
  client.call(client.behavior.shell.tool, { [client.behavior.shell.command]: command });

describe.skipIf(!hasSandbox)('processes that a command leaves behind', () => {
  test('change nothing under a later command, and keep no descriptor that was sent to the host', async () => {
    const client = await openClient('claude-code', { skills: [skillOnDisk('one')] });
    const descriptors = () => readdirSync('/proc/self/fd').length;
    const before = descriptors();
    // Output goes through sockets, over which a program can send open files; and a daemon that ignores signals.
    const sent = await run(
      client,
      `(trap '' HUP TERM INT; setsid bash -c "trap '' HUP TERM INT; while :; do date +%N > beat; sleep 0.02; done" &) >/dev/null 2>&1
python3 -c "
import array, os, socket
count = 0
for number in 1, 4:
    out = socket.socket(fileno=os.dup(number))
    files = array.array('i', [os.open('/', os.O_RDONLY) for _ in range(100)])
    out.sendmsg([b'.'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)])
    count += len(files)
print('sent', count)"
until test -s beat; do sleep 0.02; done; sleep 0.1; until grep . beat; do sleep 0.01; done`,
    );
    expect(textIn(sent)).toMatch(/sent 200\n\d+/);
    const later = await run(client, 'cat beat > one; sleep 0.3; cat beat > two; cmp one two && echo same; ls /proc');
    expect(textIn(later)).toContain('same');
    expect(descriptors()).toBeLessThan(before + 20);
  });
});

import { expect, it } from 'vitest';
import { isSuitable } from './memory-folder.ts';

const line = (options: string, type = 'tmpfs'): string =>
  `/dev/vda / ext4 rw 0 0\n${type} /dev/shm ${type} ${options} 0 0\n`;

it.each([
  [line('rw,size=24684096k'), true],
  // As in containers.
  [line('rw,noexec,size=65536k'), false],
  [line('ro,size=1k'), false],
  [line('rw,size=1k', 'overlay'), false],
  ['/dev/vda / ext4 rw 0 0\n', false],
  // The last mount covers the others.
  [line('rw') + line('rw,noexec'), false],
])('stores temporary files in memory only if programs can be started from there (%#)', (mounts, suitable) => {
  expect(isSuitable(mounts, '/dev/shm')).toBe(suitable);
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addressBlock } from '../src/throttling/throttle-attempts.ts';

describe('client addresses', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
    ['no address', 'no address'],
  ])('%s counts as %s', (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });

  test('All addresses of a /64 count as one, and those of two do not', () => {
    const group = fc.nat({ max: 0xffff }).map((number) => number.toString(16));
    const groups = (length: number) => fc.array(group, { minLength: length, maxLength: length });
    fc.assert(
      fc.property(groups(4), groups(4), groups(4), groups(4), (block, otherBlock, one, other) => {
        const address = (...parts: string[][]) => parts.flat().join(':');
        expect(addressBlock(address(block, one))).toBe(addressBlock(address(block, other)));
        fc.pre(block.join() !== otherBlock.join());
        expect(addressBlock(address(block, one))).not.toBe(addressBlock(address(otherBlock, one)));
      }),
    );
  });
});

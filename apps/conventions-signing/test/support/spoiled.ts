import { oddText, oddValue } from '@campus/testing/hostile';
import fc from 'fast-check';

/** The same value with one to three of its places spoiled: replaced, removed, added to. */
export function spoiled(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.nat(1000),
    how: fc.constantFrom('replace', 'replace', 'remove', 'add'),
    name: fc.oneof(fc.constantFrom('__proto__', 'constructor', 'id', 'state', 'actor'), oddText),
    by: oddValue,
  });
  return fc.tuple(value, fc.array(change, { minLength: 1, maxLength: 3 })).map(([start, changes]) => {
    let whole: unknown = structuredClone(start);
    for (const { at, how, name, by: odd } of changes) {
      // A copy: an odd value put into itself would have no end.
      const by = structuredClone(odd);
      const places = placesIn(whole);
      const place = places[at % (places.length + 1)];
      if (place === undefined) whole = how === 'add' ? [whole] : by;
      else if (how === 'remove') delete place.holder[place.key];
      else {
        const isAdded = how === 'add' && !Array.isArray(place.holder);
        // An own member even when its name is __proto__.
        Object.defineProperty(place.holder, isAdded ? name : place.key, ownMember(by));
      }
    }
    return whole;
  });
}

function placesIn(value: unknown): { holder: Record<string, unknown>; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

function ownMember(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}

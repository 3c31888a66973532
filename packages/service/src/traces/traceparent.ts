const form = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/**
 * Reads a `traceparent`, where a trace goes on; undefined of none and of what is not valid.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function readTraceparent(
  given: unknown,
): { traceId: string; spanId: string; isSampled: boolean } | undefined {
  const [, version, traceId, spanId, flags = '', more] =
    (typeof given === 'string' && form.exec(given)) || [];
  // Versions to come may add something at the end; ff is none of them. All zeros name nothing.
  if (traceId === undefined || spanId === undefined || (version === '00' && more !== undefined))
    return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The errors that an error of pg or Prisma carries: where these libraries keep what they were told themselves. */
export function errorsWithin(error: unknown): unknown[] {
  if (typeof error !== 'object' || error === null) return [];
  const cause: unknown = Reflect.get(error, 'cause');
  const meta: unknown = Reflect.get(error, 'meta');
  const errors: unknown = Reflect.get(error, 'errors');
  const driverError: unknown =
    typeof meta === 'object' && meta !== null ? Reflect.get(meta, 'driverAdapterError') : undefined;
  return [cause, driverError, ...(Array.isArray(errors) ? errors : [])].filter(
    (inner) => typeof inner === 'object' && inner !== null,
  );
}

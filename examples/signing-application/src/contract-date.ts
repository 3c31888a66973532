/** Writes an instant as the dates endpoint wants it: `yyyy-MM-ddTHH:mm:ss.SSS+0000`, in UTC (contract §2). */
export function contractDate(instant: Date): string {
  return instant.toISOString().replace('Z', '+0000');
}

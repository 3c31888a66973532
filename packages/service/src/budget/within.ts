/** Waits so long for something, which goes on when it is late. @throws Error  with the text of `late` */
export async function within<Answer>(
  limitMs: number,
  work: Promise<Answer>,
  late = `no answer within ${limitMs / 1000} s`,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(late)), limitMs);
  });
  try {
    return await Promise.race([work, isLate]);
  } finally {
    clearTimeout(timer);
  }
}

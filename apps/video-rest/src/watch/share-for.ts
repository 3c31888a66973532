/**
 * Gives all who ask for the same within a while the same answer: a thousand readers of one page are one question.
 *
 * @param find  asked at most once in that while for each key
 */
export function shareFor<Answer>(
  whileMs: number,
  find: (key: string) => Promise<Answer>,
): (key: string) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const asked = find(key);
    answers.set(key, asked);
    setTimeout(() => answers.delete(key), whileMs).unref();
    return asked;
  };
}

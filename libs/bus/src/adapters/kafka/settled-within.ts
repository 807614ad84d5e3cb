/** Whether the promise, which must not reject, settles within the time; at once if it has already. */
export function settledWithin(event: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    void event.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

/** The secret that signs what clients bring back, the same on every replica. */
export abstract class SigningSecret {
  /** Throws TransientError while it could not be read yet. */
  abstract current(): Promise<string>;
}

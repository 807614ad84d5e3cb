/** Longest text of a user or of a reply, in UTF-8 bytes. */
export const MAX_TEXT_BYTES = 32 * 1024;
/** Longest message body on the bus, in bytes; what is larger travels by reference or is refused with a code. */
export const MAX_MESSAGE_BYTES = 256 * 1024;

const ASKING =
  /[?？]|什么|啥|哪|谁|多少|几[点时号个天次]|怎么|怎样|如何|为何|是否|有没有|[吗呢么]\s*$|^\s*(?:what|when|where|who|whom|whose|which|how|why|is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b/i;
/** UTF-16 units that are read. */
const READ = 300;

/** Whether a text asks for something, rather than names it: what others have said is told to who asks, not to who looks a value up. */
export const putsQuestion = (text: string): boolean => ASKING.test(text.slice(0, READ));

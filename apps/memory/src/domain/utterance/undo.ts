const UNDO =
  /^(?:(?:请|麻烦|帮我|你|您|那|please|can you|could you)[ ]?)*(?:(?:撤回|撤销|撤消|回退|取消)(?:一下)?(?:上(?:一)?步|上一次|上次|刚才(?:那步|那一步|的修改|的改动|的设置)?|刚刚(?:的修改|的改动)?)(?:的?(?:操作|修改|改动))?|(?:撤回|撤销|撤消)(?:一下)?(?:操作)?|undo(?: that| it| the last (?:step|change|one|update)| my last (?:step|change))?|(?:revert|take back) (?:that|it|the last (?:step|change)))(?:吧|了|一下|please)?[ .!。！]*(?:please)?$/i;

/** “撤回上步”: takes back the last update of the session, never an effect; “撤销订单” is a request, not an undo. */
export const isUndo = (clause: string): boolean => UNDO.test(clause);

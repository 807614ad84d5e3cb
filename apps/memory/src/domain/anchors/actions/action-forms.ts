/** An action that a user asks for, and the words for it. Data: a word or an action of your own is a word or a row. */
interface ActionForms {
  /** The one name under which all of these are known. */
  readonly action: string;
  /** Chinese, standard; parted by spaces. */
  readonly zh: string;
  /** Chinese as it is spoken, dialects included: 弄成 is 转成, 甩给 is 发给. */
  readonly spoken?: string;
  /** English verbs in their plain form, parted by `|`; of several words too. */
  readonly en: string;
  /** `format`: only with a format after it; `thing`: with a document or its like after it (整个 is “the whole” before other nouns). */
  readonly needs?: 'format' | 'thing';
}

export const ACTION_FORMS: readonly ActionForms[] = [
  {
    action: 'convert',
    zh: '转成 转为 转换成 转换为 转化成 转化为 变成 变为 改成 改为 导出成 导出为 另存为 存成 保存为 保存成 转',
    spoken: '弄成 搞成 整成 做成 换成 捣鼓成 倒成 弄做 整做',
    en: 'convert|turn|transform|change|save|export|render|make|put',
    needs: 'format',
  },
  { action: 'translate', zh: '翻译成 翻译为 译成 翻译', spoken: '翻成 翻一下', en: 'translate' },
  {
    action: 'send',
    zh: '发给 发送给 发送到 发送 发到 发往 寄给 寄到 传给 转发给 转发 转给 抄送给 抄送 邮件发给 发邮件给 发短信给 发微信给 交给 转交给 分享给 推送给 发一份给 发封邮件给 递交给',
    spoken: '甩给 丢给 扔给 撂给 捎给 递给 抛给 甩一份给 丢一份给 扔一份给 弹给 发我 传我 发去给 传过去给 畀',
    en: 'send|e-?mail|mail|forward|share|shoot|pass|text|message|cc|drop|ship|fax|submit|deliver|hand',
  },
  {
    action: 'create',
    zh: '新建 创建 生成 制作 起草 撰写 拟一份 写一份 做一份 建一个 建个 写个 做个 出一份 开一张 开具',
    spoken: '整个 整份 整一份 整一个 搞个 搞份 搞一份 搞一个 弄个 弄份 弄一份 弄一个 来一份 来份 捣鼓个 攒个 鼓捣个',
    en: 'create|draft|write|generate|prepare|compose|put together|whip up|knock up|make|issue',
    needs: 'thing',
  },
  { action: 'print', zh: '打印 打印出来 印一份', spoken: '打出来 打一份 印出来', en: 'print(?: out)?|run off' },
  { action: 'open', zh: '打开', spoken: '点开', en: 'open|pull up|bring up' },
  {
    action: 'delete',
    zh: '删除 删掉 移除 去掉 清空 删了',
    spoken: '干掉 删咯 扔掉 抹掉 删喽 整没',
    en: 'delete|remove|erase|get rid of|bin|trash|wipe',
  },
  { action: 'copy', zh: '复制 拷贝 备份', spoken: '拷一份 烤一份 复一份', en: 'copy|duplicate|back up' },
  { action: 'upload', zh: '上传', spoken: '传上去 传到 扔上去', en: 'upload' },
  { action: 'download', zh: '下载', spoken: '扒下来 荡下来 当下来', en: 'download' },
  { action: 'save', zh: '保存 存到 存一下', spoken: '存起来 存好', en: 'save|store' },
  { action: 'archive', zh: '归档 存档', en: 'archive|file away' },
  { action: 'rename', zh: '重命名为 重命名 改名为 改名叫', en: 'rename' },
  { action: 'compress', zh: '压缩 打包', spoken: '打个包 压一下', en: 'compress|zip(?: up)?' },
  { action: 'merge', zh: '合并 合成一份', spoken: '拼一起 并一块 拼到一起', en: 'merge|combine|join' },
  {
    action: 'summarise',
    zh: '总结 汇总 概括 归纳',
    spoken: '捋一捋 捋一下 拢一拢 拢一下',
    en: 'summari[sz]e|sum up|boil down',
  },
  { action: 'scan', zh: '扫描', spoken: '扫一下 扫一份', en: 'scan' },
  { action: 'edit', zh: '修改 编辑 修订', spoken: '改改 改一下 拾掇 捯饬', en: 'edit|revise|update|fix up|touch up' },
  { action: 'fill_in', zh: '填写 填好 填一下', en: 'fill (?:in|out)' },
  { action: 'sign', zh: '签字 签名 签署 签一下', en: 'sign' },
  { action: 'submit', zh: '提交 递交', spoken: '交上去 交咯', en: 'hand in|turn in' },
  { action: 'approve', zh: '审批 批准 批一下', en: 'approve' },
  { action: 'reject', zh: '驳回', spoken: '打回去 打回', en: 'reject' },
  {
    action: 'notify',
    zh: '通知 告诉 告知 转告 知会',
    spoken: '说一声 吱一声 招呼一声 言语一声 讲一声 话俾 同佢讲',
    en: 'notify|tell|inform|let|alert|give',
  },
  { action: 'remind', zh: '提醒', en: 'remind' },
  {
    action: 'call',
    zh: '打电话给 打电话 致电 联系',
    spoken: '打给 挂个电话 拨给 呼一下',
    en: 'call|phone|ring|contact|dial',
  },
  { action: 'ask', zh: '询问 问一下 问问 问下', spoken: '打听 打听一下', en: 'ask' },
  { action: 'schedule', zh: '安排 预约 约一下', spoken: '约个 定个', en: 'schedule|arrange|set up|plan' },
  { action: 'book', zh: '预订 预定 订一张 订一间 订个', spoken: '整张 搞张 弄张', en: 'book|reserve' },
  { action: 'cancel', zh: '取消 撤销 退订', spoken: '撤了', en: 'cancel|call off' },
  { action: 'refund', zh: '退款 退钱', en: 'refund' },
  { action: 'return', zh: '退货 退回', en: 'return' },
  { action: 'exchange', zh: '换货', en: 'exchange|swap' },
  { action: 'pay', zh: '支付 付款 缴费 交费', en: 'pay' },
  {
    action: 'look_up',
    zh: '查询 查一下 查查 查下 查看 看一下 看看 核对 核实',
    spoken: '瞅瞅 瞅一眼 瞅下 瞧瞧 睇下 康康 瞄一眼 查哈 看哈',
    en: 'check|look up|find|look into|verify|track',
  },
  { action: 'report', zh: '上报 汇报 报修 反馈给', spoken: '报上去', en: 'report' },
  { action: 'assign', zh: '指派给 分配给 派给 指派 派单给 派单', en: 'assign|delegate' },
  { action: 'inspect', zh: '巡检 检查 检修', spoken: '查验一遍', en: 'inspect|examine' },
  { action: 'grade', zh: '批改 评分 打分', spoken: '判一下 改卷', en: 'grade|mark' },
  { action: 'attach', zh: '附上 添加附件', en: 'attach' },
  { action: 'move', zh: '移动到 移到 挪到', spoken: '搬到', en: 'move' },
  { action: 'publish', zh: '发布 张贴', spoken: '挂出去 挂到网上', en: 'publish|post' },
];

/** Formats into which a document is converted. */
export const FORMAT =
  '(?:PDF|DOCX?|XLSX?|PPTX?|CSV|TXT|JSON|XML|HTML|Markdown|MD|PNG|JPE?G|GIF|SVG|MP[34]|WAV|ZIP|EPUB|Word|Excel|PowerPoint|LaTeX)(?![A-Za-z])';
export const FORMAT_ZH = '(?:图片|表格|文本|纯文本|幻灯片|长图|压缩包|语音|音频|视频|思维导图|电子版|扫描件|纸质版)';

/** What a document is called when it has no file name. */
export const DOCUMENT_ZH =
  '(?:报表|报告|合同|文档|表格|方案|课件|简历|发票|收据|清单|幻灯片|试卷|教案|成绩单|图纸|记录表|巡检表|记录|照片|图片|截图|模板|附件|文件|说明书|通知书|协议|纪要|总结|计划|台账|日报|周报|月报|年报|作业|论文|证明|申请表|申请书|通知单|工单|海报|名单|课表|课程表|表|PPT|PDF|Excel|Word)';
export const DOCUMENT_EN =
  '(?:reports?|contracts?|spreadsheets?|slides|slide deck|deck|invoices?|documents?|files?|resumes?|résumés?|cvs?|essays?|worksheets?|presentations?|photos?|pictures?|images?|screenshots?|forms?|checklists?|memos?|summary|summaries|minutes|transcripts?|certificates?|receipts?|manuals?|templates?|logs?|letters?|agreements?|proposals?|lesson plans?|homework|quiz(?:zes)?|exams?|syllabus|newsletters?|brochures?|notes)';

export const LANGUAGE_ZH =
  '(?:中文|英文|英语|日文|日语|法文|法语|德文|德语|韩文|韩语|俄文|俄语|西班牙文|西班牙语|粤语|普通话|阿拉伯语|葡萄牙语|意大利语)';
export const LANGUAGE_EN =
  '(?:Chinese|Mandarin|English|Japanese|French|German|Korean|Russian|Spanish|Cantonese|Arabic|Portuguese|Italian|Dutch|Hindi)';

/**
 * General vocabulary of Chinese task dialogues. A row joins words that people use for the same thing; the tenant's schema
 * needs to name only one of them.
 */

/** Words for one attribute. */
export const LABEL_SYNONYMS: readonly (readonly string[])[] = [
  ['价格', '价位', '价钱', '房价', '单价', '售价', '房费', '费用', '价'],
  ['门票', '票价', '门票价格', '门票价', '门票费', '票'],
  ['人均消费', '人均', '消费', '人均价格'],
  ['评分', '分数', '打分', '评价', '得分'],
  ['推荐菜', '菜品', '菜肴', '特色菜', '招牌菜'],
  ['出发地', '起点', '始发地', '出发点', '起始地'],
  ['目的地', '终点', '目的站', '到达地'],
  ['类型', '类别', '种类', '档次'],
  ['设施', '服务', '配套'],
  ['数量', '个数', '件数', '份数'],
  ['人数', '几个人', '几位'],
  ['电话', '手机', '手机号', '联系电话', '联系方式', '电话号码', '手机号码', '号码'],
  ['日期', '日子', '时间', '几号'],
  ['老师', '教练', '讲师', '教师'],
  ['颜色', '色'],
  ['地址', '位置', '住址'],
];

/** Words for one kind of service, and what people do there (used only where no noun tells). */
export const SERVICE_WORDS: readonly { readonly nouns: readonly string[]; readonly verbs: readonly string[] }[] = [
  { nouns: ['酒店', '宾馆', '旅馆', '旅店', '客栈', '民宿', '住处', '住宿'], verbs: ['入住', '住'] },
  {
    nouns: ['餐馆', '餐厅', '饭店', '饭馆', '馆子', '饭庄', '菜馆', '酒楼'],
    verbs: ['用餐', '吃饭', '吃', '就餐', '菜'],
  },
  { nouns: ['景点', '景区', '游览区', '旅游景点'], verbs: ['游玩', '玩', '逛', '游览'] },
  { nouns: ['地铁', '轨道交通', '地铁站'], verbs: [] },
  {
    nouns: ['出租', '出租车', '的士', '打车', '网约车', '专车', '叫车', '计程车', '约车'],
    verbs: ['打的', '叫一辆', '叫辆'],
  },
  { nouns: ['火车', '列车', '高铁', '动车'], verbs: [] },
  { nouns: ['航班', '飞机', '机票'], verbs: ['飞'] },
  { nouns: ['电影', '影片', '片子'], verbs: ['看'] },
  { nouns: ['课程', '课', '培训'], verbs: ['学', '上课', '报名'] },
];

/** What one does with the things that such a slot names: “想吃…”, “提供…”, “想学…”. */
export const CONTENT_VERBS: readonly {
  readonly label: RegExp;
  readonly verbs: string;
  readonly counters: string;
  readonly none?: RegExp;
}[] = [
  {
    label: /菜|美食|小吃|口味|餐点|食/,
    verbs: '吃到?|品尝到?|尝尝|尝到?|喝到?|做',
    counters: '菜[品肴]?|美食|小吃|吃的',
    none: /^(?:一?[个点顿]|了|过)?(?:早|午|晚|中|夜)?[饭餐]$/,
  },
  {
    label: /设施|服务|配套|设备/,
    verbs: '提供|(?<![宽热地一磁领])带|配备|享受|要能|要可以',
    counters: '服务|设施|配套',
  },
  { label: /科目|课程|课|专业/, verbs: '学习?|上(?![午海周个面次班一下])|报名?|修', counters: '课程?|科目' },
  { label: /配件|备件|零件|商品|产品|货/, verbs: '订购?|买|采购|购买|换(?![成个一])', counters: '配件|备件|零件|商品' },
  { label: /故障|现象|症状|问题/, verbs: '出现|遇到|发生', counters: '问题|故障|情况|现象' },
];

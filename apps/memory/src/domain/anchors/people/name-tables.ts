/** Data: family names, the most frequent first: with these a bare name is told from a shop (“张伟的电话”, not “水站的电话”). */
const FREQUENT =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩邓冯曹彭曾肖萧田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付傅方邹熊白孟秦邱侯江尹薛闫阎段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔常汤康易乔赖文';
/** The rest of the Hundred Family Surnames that are still met. */
const RARER =
  '牛樊葛邢安齐庞颜庄聂章鲁岳翟殷詹申欧耿关焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季成霍苗涂谷曲盛冉翁蓝路游靳辛欧管柴蒙鲍华喻祁房屈饶解牟艾尤穆农司古吉缪车项连芦褚娄窦戚岑景党宫费卜冷晏卫席柏米宗桂佟臧闵苟邬边卞姬邸仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明池查佘谈宿';
const COMPOUND =
  '欧阳 司马 上官 诸葛 司徒 东方 皇甫 尉迟 公孙 慕容 令狐 宇文 长孙 夏侯 轩辕 端木 百里 南宫 独孤 呼延 东郭 闻人 申屠 澹台 公冶 西门';
const COMPOUNDS = COMPOUND.split(' ').join('|');
export const SURNAME = `(?:${COMPOUNDS}|[${[...new Set(FREQUENT + RARER)].join('')}])`;
export const FREQUENT_SURNAME = `(?:${COMPOUNDS}|[${FREQUENT}])`;

const BEGINS_WITH_SURNAME = new RegExp(`^${SURNAME}`);

/** The family name that a Chinese name begins with: 欧阳 of 欧阳娜. */
export const surnameOf = (name: string): string | undefined => BEGINS_WITH_SURNAME.exec(name)?.[0];

/** Family names that are plain verbs and adjectives too: with them an unknown word is no name without a tag that says so. */
export const ALSO_WORDS = /^[关查连管包解付单常成曾易商谈谢安方高车项路水边游温简平明左右古尚]/;

/** What follows a family name, or a whole one, when a person is meant. */
export const TITLES_ZH =
  '老师|经理|主任|医生|大夫|阿姨|叔叔|师傅|先生|女士|小姐|同学|教授|博士|律师|处长|科长|局长|院长|校长|部长|组长|队长|班长|店长|厂长|站长|所长|主管|总监|会计|护士|警官|秘书|工程师|教练|奶奶|爷爷|大爷|大妈|大哥|大姐|姐姐|哥哥|姐|哥|总|工|董|导|叔|姨|婶|伯|嫂';

/** Words of the dictionary that look like names and are none. */
export const NO_NAMES: ReadonlySet<string> = new Set(
  '小费 小车 小包 小路 小米 小麦 小康 小单 小商 小水 小雷 小巷 小龙 小温 小葛 小鱼 小饶 老路 老牛 老米 老水 高兴 高度 高级 高中 高考 高铁 高温 高效 安全 安排 安装 安静 安心 方便 方案 方法 方式 方向 和平 和谐 明白 明天 明年 明确 许多 马上 马路 于是 成功 成本 成绩 成为 成都 康复 温度 温馨 常用 常见 常常 常规 时间 时候 时段 时常 单位 单独 单价 单据 单号 文件 文档 文字 文章 车间 车辆 车票 车站 关于 关闭 关注 全部 全体 全面 全国 任务 任何 任意 项目 应该 应用 应急 向导 向上 包括 包裹 包装 连接 连续 连夜 管理 管道 管控 解决 解释 解除 查询 查看 查找 查收 谈话 章节 商品 商家 商店 商量 荣誉 房间 房子 房租 古代 季度 季节 符合 尚未 石油 金额 金山 金色 白天 白色 黄色 黄金 蓝色 路上 路线 路过 田野 江湖 江南 雷达 雷电 马桶 牛奶 米饭 龙头 梅雨 武器 武术 毛病 毛巾 白云 白云山 黄山 泰山 华山 华东 华南 华北 华中 华夏 东方 南宫 边上 边界 游戏 游客 米粉 水表 易懂 费用 费时 农村 农业 沙发 司机 吉祥 吉利 阮囊 左右 左边 严重 严格 万一 万里 万分 宁愿 钟头 钟表 聂耳 汤圆 付款 付费 付钱 余额 余下 程序 程度 简单 顾客 顾问 曲线 盛大 桑拿 房东 党员 党建 金融 钱包 钱财 和好 成员 成品 明细 方块 包子 包邮 石头 安检 向他 向她 向我 时报 路由 路口 宿舍 宗旨 全额 常温 华丽 应付 解冻 解说 管家 车主 关系 池塘 明显 麻烦 全程 连锁 单子 成交 关联 项链 舒服 舒适 白菜 牛肉 鲁莽 常客 安抚 童鞋 童装 蒙古 商务 商场 尤其 古董 管事 向前 向后'.split(
    ' ',
  ),
);

/** Data: organisations and brands that begin like a name, or stand where a person would. */
export const ORGANISATIONS: ReadonlySet<string> = new Set(
  '西门子 华为 万科 安踏 金山 高德 顺丰 京东 苏宁 国美 美团 微信 支付宝 中通 圆通 申通 韵达 德邦 滴滴 携程 飞猪 小米 联想 海尔 格力 康师傅 王老吉 老干妈 周大福 周黑鸭 周大生 谢馥春 陈克明 马应龙 同仁堂 全聚德 麦当劳 肯德基 安居客 易车 钉钉 飞书 企业微信 比亚迪 曹操出行 张裕 李宁 金龙鱼 沙县小吃 万达 龙湖 华润 华夏 平安 招商 交行 工行 建行 农行 中行 邮政 海底捞 高通 康佳 安利 宜家 沃尔玛 家乐福 梅赛德斯 江淮 江铃 吉利 包商 华泰 方正 单位 马蜂窝 余额宝 柯达 唐小僧 汤臣倍健 雷克萨斯 石化 牛客 农夫山泉 金蝶 用友 百度 阿里 腾讯 字节 抖音 淘宝 天猫 拼多多 客服 人事 财务 前台 领导 物业 总部 公司 银行 学校 医院'.split(
    ' ',
  ),
);
export const ORGANISATION_TAIL =
  /^(?:有限|股份|公司|集团|银行|医院|大学|学院|中学|小学|学校|饭店|酒店|宾馆|餐厅|超市|商场|大厦|广场|机场|车站|路|街|区|县|市|镇|村|山|河|湖|桥|制药|药业|科技|股份|办公|软件|汽车|快递|物流|出行|旗舰|官方|客服|平台|保险|证券|基金|控股|实业|地产|百货|食品|电器|小吃|系统|牌|队|堂|楼|厂|店|馆|园|寺|庙|号线|杯)/;

export const ORGANISATIONS_EN: ReadonlySet<string> = new Set(
  'Google Amazon Apple Microsoft Facebook Meta Netflix Uber Lyft Airbnb Paypal Visa Mastercard Walmart Target Costco Ikea Tesla Toyota Honda Ford Samsung Sony Nike Adidas Slack Zoom Teams Jira Github Gitlab Dropbox Outlook Gmail Excel Word Powerpoint Acrobat Alipay Wechat Alibaba Huawei Tencent Baidu Spotify Youtube Twitter Instagram Linkedin Whatsapp Telegram Chase Citibank Barclays Hilton Marriott Starbucks Support Sales Marketing Finance Legal Accounting Engineering Security Management Reception Customer Human Headquarters Service Drive Sheets Docs Word Photoshop Confluence Notion Salesforce'.split(
    ' ',
  ),
);
export const ORGANISATION_TAIL_EN =
  /^ ?(?:&|Inc|Ltd|LLC|Corp|Co\b|Company|Group|Bank|University|College|School|Hospital|Hotel|Airlines?|Airways|Team|Support|Services?|Department|Store|Market|Street|Road|Avenue|Park|Station|Airport|Center|Centre|Museum|Express|Cafe|Restaurant|Foundation|Institute|Press|Times|Studio|Labs?)\b/;

/** Data: frequent given names, which need no cue beside them. Those that are also months, places or plain words are left out. */
export const GIVEN_NAMES_EN: ReadonlySet<string> = new Set(
  'James John Robert Michael William David Richard Joseph Thomas Tom Charles Daniel Matthew Anthony Donald Steven Paul Andrew Joshua Kenneth Kevin Brian George Edward Ronald Timothy Jason Jeffrey Ryan Jacob Gary Nicholas Eric Jonathan Stephen Larry Justin Scott Brandon Benjamin Ben Samuel Sam Gregory Alexander Alex Patrick Frank Raymond Jack Dennis Jerry Tyler Aaron Jose Adam Nathan Henry Douglas Peter Zachary Kyle Walter Ethan Jeremy Harold Keith Noah Liam Oliver Lucas Leo Oscar Hugo Max Mike Steve Dave Jim Joe Nick Matt Chris Tony Andy Bob Bobby Bill Billy Fred Greg Jeff Ken Rob Ron Simon Stuart Neil Ian Graham Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen Lisa Nancy Betty Margaret Sandra Ashley Kimberly Emily Donna Michelle Carol Amanda Melissa Deborah Stephanie Rebecca Laura Helen Sharon Cynthia Kathleen Amy Angela Shirley Anna Ana Brenda Pamela Emma Nicole Samantha Katherine Kate Katie Christine Catherine Debra Rachel Janet Maria Heather Diane Ruth Julie Olivia Joyce Virginia Victoria Kelly Lauren Christina Joan Evelyn Judith Megan Andrea Cheryl Hannah Jacqueline Martha Gloria Teresa Ann Sara Madison Frances Kathryn Janice Jean Abigail Alice Julia Judy Sophia Sophie Grace Denise Amber Doris Marilyn Danielle Beverly Isabella Theresa Diana Natalie Brittany Charlotte Marie Kayla Alexis Lucy Zoe Chloe Ella Eva Nina Jenny Sally Molly Lily Ellie Priya Raj Amit Anil Sanjay Ravi Mohammed Ahmed Ali Omar Fatima Aisha Hassan Yuki Kenji Hiroshi Carlos Juan Luis Miguel Pedro Diego Sofia Lucia Elena Ivan Dmitri Olga Natasha Pierre Jacques Claire Hans Klaus Greta Ingrid Lars Sven'.split(
    ' ',
  ),
);

/** How one speaks of somebody whom one knows: with these a family name is enough to know who is meant, if only one bears it. */
export const FAMILIAR_TITLES =
  /^(?:阿姨|叔叔|师傅|奶奶|爷爷|大爷|大妈|大哥|大姐|姐姐|哥哥|姐|哥|总|工|董|导|叔|姨|婶|伯|嫂)$/;

import { findAnchors } from './find-anchors';
import type { Contact } from './people/contact';

const CONTACTS: readonly Contact[] = [
  { name: '王莉', aliases: ['王姐'] },
  { name: '郑凯', aliases: ['凯哥'], title: '班长' },
  { name: 'Tom Baker', aliases: [] },
];

/** Sentences as a person would annotate them, most without a word that the rules' own tests hold; dates have a set of their own. */
const SENTENCES: readonly (readonly [text: string, anchors: string])[] = [
  // Customer service, Chinese
  ['我的订单20240611008为什么还没到', 'order_number=20240611008'],
  ['订单号是DD7788901，帮我查下物流', 'order_number=DD7788901'],
  ['那件衣服129元，退一下', 'amount=129'],
  ['你们多收了我三十五块钱', 'amount=35'],
  ['收货地址改成江苏省苏州市吴中区东吴南路88号5幢301室', 'address=江苏省苏州市吴中区东吴南路88号5幢301室'],
  ['寄到成都市高新区天府大道中段1号', 'address=四川省成都市高新区天府大道中段1号'],
  ['我叫刘思雨，电话13912345678', 'person=刘思雨 phone=13912345678'],
  ['请让客服主管陈静联系我', 'person=陈静'],
  ['发票抬头开华为技术有限公司', ''],
  ['发票发到finance@acme.cn', 'file=发票 email=finance@acme.cn'],
  ['单号SF1029384756签收了吗', 'order_number=SF1029384756'],
  ['优惠券满500元减80元没生效', 'amount=500 amount=80'],
  ['退款到账一共2,399.90元', 'amount=2399.9'],
  ['帮我把订单A55012和订单A55013合并', 'order_number=A55012 order_number=A55013'],
  ['我要投诉快递员小吴', 'person=小吴'],
  ['上次接待我的是赵经理', 'person=赵经理'],
  ['不到两百块的东西运费要四十', 'amount=200'],
  ['地址：海南省三亚市天涯区三亚湾路128号', 'address=海南省三亚市天涯区三亚湾路128号'],
  ['我在重庆，能送货上门吗', 'address=重庆市'],
  ['帮我看看北京到上海的快递要几天', 'address=北京市 address=上海市'],
  ['付了1.5万定金', 'amount=15000'],
  ['换成大号的，差价十二块八我补', 'amount=12.8'],
  ['收件人换成我老婆周晓岚', 'person=周晓岚'],
  ['把电子发票.pdf再发我一次', 'file=电子发票.pdf'],
  ['微信支付了88块，支付宝又扣了88块', 'amount=88 amount=88'],
  ['给我打18600001234这个号', 'phone=18600001234'],
  ['东区的门店几点关门', ''],
  ['这款手机有三种颜色', ''],
  ['十分感谢你的帮助', ''],
  ['一块儿下单可以包邮吗', ''],
  ['我不要了，全额退款', ''],
  ['商品详情页写着买二送一', ''],
  // Inspection, Chinese
  ['3号泵房漏水，已通知李工', 'person=李工'],
  ['巡检员马建军上报2号锅炉超温', 'person=马建军'],
  ['把昨天的巡检记录表.xlsx发给凯哥', 'file=巡检记录表.xlsx person=郑凯'],
  ['设备台账.docx更新好了', 'file=设备台账.docx'],
  ['请郑班长确认阀门状态', 'person=郑凯'],
  ['更换滤芯费用约650元', 'amount=650'],
  ['维修预算不超过3万元', 'amount=30000'],
  ['工单WO-20240518-03派给孙师傅', 'order_number=WO-20240518-03 person=孙师傅'],
  ['巡检地点：山东省青岛市黄岛区前湾港路579号', 'address=山东省青岛市黄岛区前湾港路579号'],
  ['现场照片.zip已上传', 'file=现场照片.zip'],
  ['打开《安全操作规程》第三章', ''],
  ['配电室温度38度，正常', ''],
  ['由夏志刚负责东线，由薛梅负责西线', 'person=夏志刚 person=薛梅'],
  ['压力表读数0.6兆帕', ''],
  ['备件从西门子采购', ''],
  ['总经理要看月度巡检报告', ''],
  ['打印巡检报告给王姐签字', 'file=巡检报告 person=王莉'],
  ['武汉市东西湖区的站点离线了', 'address=湖北省武汉市东西湖区'],
  ['联系电话0532-86981234', 'phone=053286981234'],
  ['7号线全部停机检修', ''],
  ['高温报警持续了十五分钟', ''],
  ['采购新传感器花了两万三千元', 'amount=23000'],
  ['车间主任何涛同意停机', 'person=何涛'],
  ['检修班的钱伟请假', 'person=钱伟'],
  // Education, Chinese
  ['林老师，我家孩子沈佳怡今天请假', 'person=林老师 person=沈佳怡'],
  ['把期末试卷.docx转成PDF发给教务处', 'file=期末试卷.docx'],
  ['学费一学期4800元', 'amount=4800'],
  ['三班的郭子轩没交作业', 'person=郭子轩'],
  ['请通知田雨的家长明天到校', 'person=田雨'],
  ['把成绩单发给王姐', 'file=成绩单 person=王莉'],
  ['课件在《函数入门.pptx》里', 'file=函数入门.pptx'],
  ['报名费两百五，材料费六十', ''],
  ['我想报考浙江大学', ''],
  ['学校在浙江省绍兴市越城区城南大道900号', 'address=浙江省绍兴市越城区城南大道900号'],
  ['邮箱是lin.teacher@school.edu.cn', 'email=lin.teacher@school.edu.cn'],
  ['石老师和康老师换课', 'person=石老师 person=康老师'],
  ['高中数学怎么复习', ''],
  ['小明同学作文写得不错', 'person=小明'],
  ['奖学金五千元整', 'amount=5000'],
  ['方程怎么解', ''],
  ['家长会改到三楼会议室', ''],
  ['把教案翻译成英文', 'file=教案'],
  ['班费还剩三百二十六块五毛', 'amount=326.5'],
  ['校车路线经过人民路18号', 'address=人民路18号'],
  ['安排江涛和史小磊一组', 'person=江涛 person=史小磊'],
  ['向校长汇报', ''],
  ['秦始皇是哪一年统一中国的', 'person=秦始皇'],
  // Customer service, English
  ['Where is order #77120?', 'order_number=77120'],
  ['I was charged $49.99 twice', 'amount=49.99'],
  ['Please refund 120 euros for order ORD-5521', 'amount=120 order_number=ORD-5521'],
  ['Ship it to 742 Evergreen Terrace, Springfield', 'address=742 Evergreen Terrace, Springfield'],
  ['My email is jane.roe@mail.com and my name is Jane Roe', 'email=jane.roe@mail.com person=Jane Roe'],
  ['Call me at +44 20 7946 0958', 'phone=+442079460958'],
  ['Can I speak to Mr. Henderson?', 'person=Henderson'],
  ['Your agent Melissa promised me a 20 dollar coupon', 'person=Melissa amount=20'],
  ['I paid with Visa at Walmart', ''],
  ['the package from Amazon never arrived', ''],
  ['I moved to 18 Oak Lane, Dayton, OH 45402', 'address=18 Oak Lane, Dayton, OH 45402'],
  ['tracking number is fine, order number is B20931', 'order_number=B20931'],
  ['It costs about two hundred dollars', 'amount=200'],
  ['Please email the invoice to Tom', 'file=invoice person=Tom Baker'],
  ['The blue one in size 10', ''],
  ['no more than 75 pounds please', 'amount=75'],
  ['See the attached receipt.pdf', 'file=receipt.pdf'],
  ['I want to speak with a manager', ''],
  ['Is it available in May?', ''],
  ['Thanks, Rebecca', 'person=Rebecca'],
  ['Contact Apple Support about it', ''],
  // Inspection, English
  ['Pump 3 is leaking, tell Marcus', 'person=Marcus'],
  ['Send the inspection report to Dr. Alvarez', 'file=inspection report person=Alvarez'],
  ['upload boiler_check.xlsx and valve-photos.zip', 'file=boiler_check.xlsx file=valve-photos.zip'],
  ['Work order WO-3391 is assigned to Nadia Khan', 'order_number=WO-3391 person=Nadia Khan'],
  ['The repair will cost 3.5k dollars', 'amount=3500'],
  ['Inspect the site at 55 Harbor Road, Halifax', 'address=55 Harbor Road, Halifax'],
  ['Ask Kenji to recheck valve 7', 'person=Kenji'],
  ['Siemens will replace the sensor', ''],
  ['print the checklist for Tom', 'file=checklist person=Tom Baker'],
  ['Zone B is closed until Monday', ''],
  ['temperature was 85 degrees', ''],
  ['Notify Ms. Lindqvist and Omar', 'person=Lindqvist person=Omar'],
  ['the budget is at most $12,000', 'amount=12000'],
  // Education, English
  ['Email the lesson plan to Mrs. Patel', 'file=lesson plan person=Patel'],
  ['My son Oliver missed class', 'person=Oliver'],
  ['Grade the essays and share them with Tom', 'file=essays person=Tom Baker'],
  ['Tuition is $8,400 per year', 'amount=8400'],
  ['convert syllabus.docx to PDF', 'file=syllabus.docx'],
  ['She studies at Stanford University', ''],
  ['remind Chloe and Ethan about homework', 'person=Chloe person=Ethan'],
  ['The exam is in Room 204', ''],
  ['Professor Okada teaches History on Friday', 'person=Okada'],
  ['we need 30 copies of the worksheet', ''],
  ['the field trip costs 15 pounds per student', 'amount=15'],
  ['Can you ask Mia?', 'person=Mia'],
  ['Class 3B meets on Tuesday', ''],
];

const annotated = (text: string): string[] =>
  findAnchors(text, { nowMs: Date.UTC(2024, 4, 20, 2), timeZone: 'Asia/Shanghai', contacts: CONTACTS })
    .filter(({ kind }) => kind !== 'date')
    .map(({ kind, value }) => `${kind}=${value}`);

/** The parts of an annotation; a value may hold spaces, a kind never does. */
const partsOf = (anchors: string): string[] => (anchors === '' ? [] : anchors.split(/ (?=[a-z_]+=)/));

it('M11: at least 95 % of the anchors of 120 and more sentences are found, invented ones counting as wrong', () => {
  expect(SENTENCES.length).toBeGreaterThanOrEqual(120);
  let right = 0;
  let wrong = 0;
  const misses: string[] = [];
  for (const [text, anchors] of SENTENCES) {
    const [wanted, found] = [partsOf(anchors), annotated(text)];
    const hits = wanted.filter((anchor) => found.includes(anchor)).length;
    right += hits;
    wrong += wanted.length - hits + found.filter((anchor) => !wanted.includes(anchor)).length;
    if (hits < wanted.length || found.length > hits) misses.push(`${text} → ${found.join(' ')} (${anchors})`);
  }
  const share = right / (right + wrong);
  expect({ enough: share >= 0.95, share, misses: share >= 0.95 ? [] : misses }).toEqual({
    enough: true,
    share,
    misses: [],
  });
});

/**
 * Data: what has changed since the list of divisions that we build upon, and names of before it that people still write. A change
 * of your own is a word or a row. 新津县 for 新津区 is recognised without one.
 */

/** Counties that have become districts or cities: the name in the list, the present one. */
export const PRESENT_COUNTIES: Readonly<Record<string, string>> = Object.fromEntries(
  `滦县>滦州市 平泉县>平泉市 大同县>云州区 长治县>上党区 潞城市>潞城区 屯留县>屯留区 太谷县>太谷区 怀仁县>怀仁市
  漠河县>漠河市 嫩江县>嫩江市 海门市>海门区
  临安市>临安区 玉环县>玉环市 奉化市>奉化区 潜山县>潜山市 广德县>广德市 繁昌县>繁昌区 芜湖县>湾沚区 沙县>沙县区 龙海市>龙海区
  长泰县>长泰区 长乐市>长乐区 赣县>赣县区 龙南县>龙南市 九江县>柴桑区 东乡县>东乡区 上饶县>广信区 余江县>余江区 章丘市>章丘区
  济阳县>济阳区 即墨市>即墨区 邹平县>邹平市 茌平县>茌平区 蓬莱市>蓬莱区 长垣县>长垣市 许昌县>建安区 偃师市>偃师区
  孟津县>孟津区 淮阳县>淮阳区 监利县>监利市 京山县>京山市 宁乡县>宁乡市 株洲县>渌口区 邵东县>邵东市 祁阳县>祁阳市 荔浦县>荔浦市
  宜州市>宜州区 田阳县>田阳区 平果县>平果市 横县>横州市 梁平县>梁平区 武隆县>武隆区 郫县>郫都区 新津县>新津区   射洪县>射洪市 隆昌县>隆昌市 宜宾县>叙州区 会理县>会理市 黔西县>黔西市 盘县>盘州市 水城县>水城区 兴仁县>兴仁市
  晋宁县>晋宁区 马龙县>马龙区 澄江县>澄江市 水富县>水富市 那曲县>色尼区 达孜县>达孜区
  米林县>米林市 错那县>错那市 户县>鄠邑区 神木县>神木市 子长县>子长市 南郑县>南郑区 彬县>彬州市 旬阳县>旬阳市 凤翔县>凤翔区
  华亭县>华亭市 湟中县>湟中区 同仁县>同仁市 沙湾县>沙湾市 库车县>库车市 永年县>永年区 肥乡县>肥乡区 任县>任泽区
  南和县>南和区 邢台县>信都区`
    .split(/\s+/)
    .map((change) => change.split('>'))
    .map(([old = '', present = '']) => [old, present]),
);

export const PRESENT_CITIES: Readonly<Record<string, string>> = { 那曲地区: '那曲市' };

/** Districts that the list does not know yet: city, names. */
export const NEW_COUNTIES: readonly (readonly [city: string, names: string])[] = [
  ['杭州市', '临平区 钱塘区'],
  ['深圳市', '龙华区 坪山区 光明区'],
  ['邢台市', '襄都区'],
  ['长治市', '潞州区'],
  ['大同市', '平城区 云冈区'],
  ['济南市', '莱芜区 钢城区'],
  ['温州市', '龙港市'],
  ['南通市', '崇川区'],
  ['伊春市', '伊美区 乌翠区 金林区'],
];

/** Names that are no division's any more: what was called so, the city in which it lies today, its name today. */
export const FORMER_NAMES: readonly (readonly [former: string, city: string, present: string])[] = [
  ['襄樊市', '襄阳市', '襄阳市'],
  ['思茅市', '普洱市', '普洱市'],
  ['淮阴市', '淮安市', '淮安市'],
  ['大庸市', '张家界市', '张家界市'],
  ['荆沙市', '荆州市', '荆州市'],
  ['徽州地区', '黄山市', '黄山市'],
  ['万县市', '重庆市', '万州区'],
  ['通县', '北京市', '通州区'],
  ['崇文区', '北京市', '东城区'],
  ['宣武区', '北京市', '西城区'],
  ['南汇区', '上海市', '浦东新区'],
  ['卢湾区', '上海市', '黄浦区'],
  ['闸北区', '上海市', '静安区'],
  ['塘沽区', '天津市', '滨海新区'],
  ['汉沽区', '天津市', '滨海新区'],
  ['大港区', '天津市', '滨海新区'],
  ['东山区', '广州市', '越秀区'],
  ['芳村区', '广州市', '荔湾区'],
  ['下城区', '杭州市', '拱墅区'],
  ['江干区', '杭州市', '上城区'],
  ['江东区', '宁波市', '鄞州区'],
  ['沧浪区', '苏州市', '姑苏区'],
  ['平江区', '苏州市', '姑苏区'],
  ['金阊区', '苏州市', '姑苏区'],
  ['下关区', '南京市', '鼓楼区'],
  ['白下区', '南京市', '秦淮区'],
  ['港闸区', '南通市', '崇川区'],
  ['吉利区', '洛阳市', '孟津区'],
  ['湾里区', '南昌市', '新建区'],
  ['梅列区', '三明市', '三元区'],
  ['莱芜市', '济南市', '莱芜区'],
  ['桥东区', '邢台市', '襄都区'],
  ['桥西区', '邢台市', '信都区'],
  ['灌县', '成都市', '都江堰市'],
  ['崇安县', '南平市', '武夷山市'],
  ['路南彝族自治县', '昆明市', '石林彝族自治县'],
  ['中甸县', '迪庆藏族自治州', '香格里拉市'],
];

/** Hong Kong, Macau and Taiwan, which the list keeps in a form of its own. Of Taiwan cities, then counties, which stand under no city. */
export const HONG_KONG =
  '中西区 东区 南区 湾仔区 九龙城区 观塘区 深水埗区 黄大仙区 油尖旺区 离岛区 葵青区 北区 西贡区 沙田区 屯门区 大埔区 荃湾区 元朗区';
export const MACAU = '澳门半岛 氹仔 路环 路氹城 花地玛堂区 圣安多尼堂区 大堂区 望德堂区 风顺堂区 嘉模堂区 圣方济各堂区';
export const TAIWAN_CITIES = '台北市 新北市 桃园市 台中市 台南市 高雄市 基隆市 新竹市 嘉义市';
export const TAIWAN_COUNTIES =
  '新竹县 苗栗县 彰化县 南投县 云林县 嘉义县 屏东县 宜兰县 花莲县 台东县 澎湖县 金门县 连江县';

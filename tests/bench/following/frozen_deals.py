"""The deals that figures of following are quoted from, written down before any of them was played.

No rule, number or network is ever changed because of one of these; what is mended is mended on `MENDING`.
Each is `bench_follow.py --preset PRESET --rules RULES --seeds FIRST-LAST` with the extra words; on
automatic tables, before cameras at the side, and with real faces (cut out of photos that the networks never
saw, by `models.evaluate.photographed`), riichi only is played. Before a camera at the side the deals are
run in turn: the first of each of the four, then the second, then the third; so those of the second list.
The deals on automatic tables with other consoles are run as 1350, 1351, 1360, 1362, 1352, 1365, 1353, 1361,
1363, 1354, 1366. From the fourth `club` list and the fifth one of real faces on, the set teaches itself while
it is played with, as it does for `jantaku watch` and `serve`; before, `bench_follow.py` went without that.
Discards lie in the middle with house rules that say so: Hong Kong, beginner's and doubles.
"""

from __future__ import annotations

from dataclasses import dataclass

RULES = ("riichi", "mcr", "beginner", "doubles")


@dataclass(frozen=True, slots=True)
class Deals:
    """Seeds `first` to `last` of every rule set, on tables of `preset`, with `words` added to the command."""

    preset: str
    first: int
    last: int
    words: tuple[str, ...] = ()


TWO_LOOKS = ("--rate", "2")
_PACE = ("calm_s=0.45", "reach_s=0.175", "hold_s=0.15", "claim_s=0.5", "think_s=0.3")
REAL_FACES = ("--art", "runs/sets/riichibox", "--models", "models/held_out")
TWICE_AS_FAST = tuple(f"--set=pace.{each}" for each in _PACE)
TOUCHING = ("--set", "habits.crowd=1")
PUSHING = ("--set", "habits.push_deg=12", "--set", "habits.push_mm=20")
MENDING = (Deals("club", 200, 219), Deals("hard", 200, 219))
FROZEN = {
    "club": Deals("club", 1000, 1019),
    "club, second list": Deals("club", 1020, 1039),
    "hard": Deals("hard", 1000, 1019),
    "hard, second list": Deals("hard", 1020, 1024),
    "two looks a second": Deals("club", 1100, 1119, TWO_LOOKS),
    "two looks a second, second list": Deals("club", 1120, 1124, TWO_LOOKS),
    "twice as fast": Deals("club", 1200, 1219, TWICE_AS_FAST),
    "twice as fast, second list": Deals("club", 1220, 1224, TWICE_AS_FAST),
    "automatic table": Deals("club", 1310, 1319, ("--layout", "automatic")),
    "automatic table, second list": Deals("club", 1320, 1322, ("--layout", "automatic")),
    "automatic table without dice": Deals("club", 1350, 1354, ("--layout", "automatic-no-dice", "--dealers")),
    "automatic table with pips": Deals("club", 1360, 1361, ("--layout", "automatic-pips", "--dealers")),
    "automatic table with digits": Deals("club", 1362, 1363, ("--layout", "automatic-digits", "--dealers")),
    "automatic table, East anywhere": Deals("club", 1365, 1366, ("--layout", "automatic", "--dealers")),
    "side 30": Deals("club", 1330, 1332, ("--side", "30", "--size", "1920x1080")),
    "side 45": Deals("club", 1340, 1342, ("--side", "45", "--size", "1920x1080")),
    "corner 30": Deals("club", 1333, 1334, ("--side", "30@45", "--size", "2304x1296")),
    "real faces": Deals("club", 1400, 1409, REAL_FACES),
    "real faces, second list": Deals("club", 1410, 1414, REAL_FACES),
    "real faces, third list": Deals("club", 1415, 1419, REAL_FACES),
    "corner 45": Deals("club", 1343, 1344, ("--side", "45@45", "--size", "2304x1296")),
    "side 30, second list": Deals("club", 1335, 1337, ("--side", "30", "--size", "1920x1080")),
    "side 45, second list": Deals("club", 1345, 1347, ("--side", "45", "--size", "1920x1080")),
    "corner 30, second list": Deals("club", 1338, 1339, ("--side", "30@45", "--size", "2304x1296")),
    "corner 45, second list": Deals("club", 1348, 1349, ("--side", "45@45", "--size", "2304x1296")),
    "club, third list": Deals("club", 1040, 1042),
    "hard, third list": Deals("hard", 1025, 1027),
    "two looks a second, third list": Deals("club", 1125, 1127, TWO_LOOKS),
    "twice as fast, third list": Deals("club", 1225, 1227, TWICE_AS_FAST),
    "automatic table, third list": Deals("club", 1323, 1325, ("--layout", "automatic")),
    "real faces, fourth list": Deals("club", 1420, 1424, REAL_FACES),
    "side 30, third list": Deals("club", 1370, 1372, ("--side", "30", "--size", "1920x1080")),
    "side 45, third list": Deals("club", 1373, 1375, ("--side", "45", "--size", "1920x1080")),
    "corner 30, third list": Deals("club", 1376, 1377, ("--side", "30@45", "--size", "2304x1296")),
    "corner 45, third list": Deals("club", 1378, 1379, ("--side", "45@45", "--size", "2304x1296")),
    "side 30, fourth list": Deals("club", 1380, 1382, ("--side", "30", "--size", "1920x1080")),
    "side 45, fourth list": Deals("club", 1383, 1385, ("--side", "45", "--size", "1920x1080")),
    "corner 30, fourth list": Deals("club", 1386, 1387, ("--side", "30@45", "--size", "2304x1296")),
    "corner 45, fourth list": Deals("club", 1388, 1389, ("--side", "45@45", "--size", "2304x1296")),
    "club, fourth list": Deals("club", 1043, 1044),
    "real faces, fifth list": Deals("club", 1425, 1427, REAL_FACES),
    "hard, twice as fast, two looks a second": Deals("hard", 1600, 1601, (*TWICE_AS_FAST, *TWO_LOOKS)),
    "club, fifth list": Deals("club", 1045, 1045),
    "club, sixth list": Deals("club", 1046, 1047),
    "hard, fourth list": Deals("hard", 1028, 1029),
    "two looks a second, fourth list": Deals("club", 1128, 1129, TWO_LOOKS),
    "twice as fast, fourth list": Deals("club", 1228, 1229, TWICE_AS_FAST),
    "automatic table, fourth list": Deals("club", 1326, 1327, ("--layout", "automatic")),
    "side 30, fifth list": Deals("club", 1390, 1390, ("--side", "30", "--size", "1920x1080")),
    "side 45, fifth list": Deals("club", 1393, 1393, ("--side", "45", "--size", "1920x1080")),
    "discards in the middle": Deals("club", 1700, 1701),
    "discards in the middle, hard": Deals("hard", 1710, 1710),
    "discards in the middle, two looks a second": Deals("club", 1720, 1720, TWO_LOOKS),
    "discards in the middle, touching": Deals("club", 1740, 1741, TOUCHING),
    "discards in the middle, touching, hard": Deals("hard", 1750, 1750, TOUCHING),
    "walls pushed": Deals("club", 1730, 1730, PUSHING),
    "real faces, sixth list": Deals("club", 1428, 1429, REAL_FACES),
    "discards in the middle, second list": Deals("club", 1702, 1702),
    "discards in the middle, two looks a second, second list": Deals("club", 1721, 1721, TWO_LOOKS),
    "discards in the middle, touching, second list": Deals("club", 1742, 1742, TOUCHING),
    "discards in the middle, touching, third list": Deals("club", 1743, 1743, TOUCHING),
    "discards in the middle, touching, hard, second list": Deals("hard", 1751, 1751, TOUCHING),
    "club, seventh list": Deals("club", 1048, 1048),
    "hard, fifth list": Deals("hard", 1030, 1030),
    "two looks a second, fifth list": Deals("club", 1130, 1130, TWO_LOOKS),
    "club, eighth list": Deals("club", 1049, 1049),
    "hard, sixth list": Deals("hard", 1031, 1031),
    "twice as fast, fifth list": Deals("club", 1230, 1230, TWICE_AS_FAST),
    "automatic table, fifth list": Deals("club", 1328, 1329, ("--layout", "automatic")),
    "side 30, sixth list": Deals("club", 1391, 1391, ("--side", "30", "--size", "1920x1080")),
    "side 45, sixth list": Deals("club", 1394, 1394, ("--side", "45", "--size", "1920x1080")),
    "real faces, seventh list": Deals("club", 1430, 1431, REAL_FACES),
    "discards in the middle, third list": Deals("club", 1703, 1703),
    "discards in the middle, hard, second list": Deals("hard", 1711, 1711),
    "discards in the middle, two looks a second, third list": Deals("club", 1722, 1722, TWO_LOOKS),
    "discards in the middle, touching, fourth list": Deals("club", 1744, 1745, TOUCHING),
    "discards in the middle, touching, hard, third list": Deals("hard", 1752, 1752, TOUCHING),
    "club, ninth list": Deals("club", 1050, 1050),
    "hard, seventh list": Deals("hard", 1032, 1032),
    "two looks a second, sixth list": Deals("club", 1131, 1131, TWO_LOOKS),
    "twice as fast, sixth list": Deals("club", 1231, 1231, TWICE_AS_FAST),
    "side 30, seventh list": Deals("club", 1392, 1392, ("--side", "30", "--size", "1920x1080")),
    "side 45, seventh list": Deals("club", 1395, 1395, ("--side", "45", "--size", "1920x1080")),
    "real faces, eighth list": Deals("club", 1432, 1432, REAL_FACES),
    "discards in the middle, fourth list": Deals("club", 1704, 1704),
    "discards in the middle, touching, fifth list": Deals("club", 1746, 1746, TOUCHING),
    "discards in the middle, touching, hard, fourth list": Deals("hard", 1753, 1753, TOUCHING),
    "club, tenth list": Deals("club", 1053, 1054),
    "hard, eighth list": Deals("hard", 1035, 1036),
    "two looks a second, seventh list": Deals("club", 1134, 1134, TWO_LOOKS),
    "twice as fast, seventh list": Deals("club", 1234, 1234, TWICE_AS_FAST),
    "automatic table, sixth list": Deals("club", 1367, 1368, ("--layout", "automatic")),
    "side 30, eighth list": Deals("club", 1398, 1398, ("--side", "30", "--size", "1920x1080")),
    "side 45, eighth list": Deals("club", 1399, 1399, ("--side", "45", "--size", "1920x1080")),
    "corner 30, fifth list": Deals("club", 1502, 1502, ("--side", "30@45", "--size", "2304x1296")),
    "corner 45, fifth list": Deals("club", 1503, 1503, ("--side", "45@45", "--size", "2304x1296")),
    "real faces, ninth list": Deals("club", 1434, 1434, REAL_FACES),
    "discards in the middle, fifth list": Deals("club", 1708, 1708),
    "discards in the middle, hard, third list": Deals("hard", 1713, 1713),
    "discards in the middle, two looks a second, fourth list": Deals("club", 1724, 1724, TWO_LOOKS),
    "discards in the middle, touching, sixth list": Deals("club", 1755, 1755, TOUCHING),
    "discards in the middle, touching, hard, fifth list": Deals("hard", 1760, 1760, TOUCHING),
    "club, eleventh list": Deals("club", 1055, 1056),
    "hard, ninth list": Deals("hard", 1037, 1037),
    "two looks a second, eighth list": Deals("club", 1135, 1135, TWO_LOOKS),
    "twice as fast, eighth list": Deals("club", 1235, 1235, TWICE_AS_FAST),
    "automatic table, seventh list": Deals("club", 1369, 1369, ("--layout", "automatic")),
    "side 30, ninth list": Deals("club", 1504, 1504, ("--side", "30", "--size", "1920x1080")),
    "side 45, ninth list": Deals("club", 1505, 1505, ("--side", "45", "--size", "1920x1080")),
    "real faces, tenth list": Deals("club", 1435, 1435, REAL_FACES),
    "discards in the middle, sixth list": Deals("club", 1709, 1709),
    "discards in the middle, touching, seventh list": Deals("club", 1756, 1756, TOUCHING),
    "club, twelfth list": Deals("club", 1057, 1057),
    "hard, tenth list": Deals("hard", 1038, 1038),
    "two looks a second, ninth list": Deals("club", 1136, 1136, TWO_LOOKS),
    "twice as fast, ninth list": Deals("club", 1236, 1236, TWICE_AS_FAST),
    "automatic table, eighth list": Deals("club", 1650, 1650, ("--layout", "automatic")),
    "side 30, tenth list": Deals("club", 1506, 1506, ("--side", "30", "--size", "1920x1080")),
    "side 45, tenth list": Deals("club", 1507, 1507, ("--side", "45", "--size", "1920x1080")),
    "real faces, eleventh list": Deals("club", 1436, 1436, REAL_FACES),
}

"""The work of bench/rasters: makes the rasters, asks three programs, compares, and prints Markdown. Run it by bench/rasters."""
import math
import os
import resource
import statistics
import subprocess
import sys
import time

import numpy
from skimage.graph import MCP_Geometric

KINDS = ["hills", "land cover", "noise", "barriers"]
MODEL = "octile(friction=cost, weigh=average, corners=any)"
CELL = 10  # metres, of rasters with heights

# r.walk's default: 0.72 seconds a metre, 6 more a metre uphill, 1.9998 fewer a metre downhill, and as many more below a grade
# of -0.2125. A step costs its length times a function of its grade, so this is a table of the key slope.
WALK = "-100:200.7|-0.212500001:1.144957502|-0.2125:0.2950425|0:0.72|100:600.72"


def smooth(random, size, waves):
    """Hills from 0 to 1: a sum of waves of random directions."""
    y, x = numpy.mgrid[0:size, 0:size] / size
    field = numpy.zeros((size, size))
    for _ in range(waves):
        a, b, phase = random.uniform(-40, 40), random.uniform(-40, 40), random.uniform(0, 6.3)
        field += numpy.sin(a * x + b * y + phase)
    return (field - field.min()) / (field.max() - field.min())


def friction(kind, size):
    """A raster of friction from 1 to 10^5; -1 is a cell without a number. The first cell always has one."""
    random = numpy.random.default_rng(1000 * KINDS.index(kind) + size)
    if kind == "hills":
        numbers = 10 ** (5 * smooth(random, size, 12))
    elif kind == "land cover":
        classes = 10 ** random.uniform(0, 5, 12)
        numbers = classes[(smooth(random, size, 20) * 11.99).astype(int)]
    else:
        numbers = 10 ** random.uniform(0, 5, (size, size))
    numbers = numpy.round(numbers, 4)  # what a layer of 32 bits holds from 1 to 10^5
    if kind == "barriers":
        for _ in range(size // 4):
            x, y, length = random.integers(0, size), random.integers(0, size), random.integers(2, size // 5)
            if random.integers(0, 2):
                numbers[y, x : x + length] = -1
            else:
                numbers[y : y + length, x] = -1
        numbers[0, 0] = 1.5
    return numbers


def heights(size):
    """Heights in tenths of a metre, gentle and steep."""
    random = numpy.random.default_rng(size)
    return numpy.round(smooth(random, size, 12) * size * 2 + random.uniform(0, 3, (size, size)), 1)


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Grass:
    """A location of GRASS of its own; each module is a process, and its time is processor time."""

    def __init__(self):
        subprocess.run(["grass", "-c", "XY", "-e", "grass"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def script(self, text):
        with open("modules", "w") as file:
            file.write("set -eu\nexport GRASS_VERBOSE=0\n" + text)
        result = subprocess.run(["grass", "grass/PERMANENT", "--exec", "bash", "modules"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if result.returncode:
            sys.exit(result.stderr)
        return result.stdout

    def surface(self, numbers, module, sides=1, rounds=1):
        """Costs from the first cell, and the median of the processor seconds of the module."""
        numbers.astype("<f8").tofile("in.bin")
        rows, columns = numbers.shape
        told = self.script(
            f"r.in.bin -d --q input=in.bin output=raster bytes=8 order=little north={rows * sides} south=0 east={columns * sides} west=0"
            f" rows={rows} cols={columns} anull=-1 --o\ng.region raster=raster\nr.mapcalc --q expression='flat = 0' --o\n"
            + f"times >before; {module} --q output=costs start_coordinates={sides / 2},{rows * sides - sides / 2} --o; times >after; sed -s -n 2p before after\n" * rounds
            + "r.out.bin --q input=costs output=out.bin bytes=8 order=little null=-1 --o\n"
        ).split()
        clock = [sum(60 * float(t.split("m")[0]) + float(t.split("m")[1].rstrip("s")) for t in told[i : i + 2]) for i in range(0, len(told), 2)]
        spent = [after - before for before, after in zip(clock[::2], clock[1::2])]
        return numpy.fromfile("out.bin", dtype="<f8").reshape(numbers.shape), statistics.median(spent)


def scikit(numbers, rounds=1):
    spent = []
    for _ in range(rounds):
        began = time.process_time()
        costs, _ = MCP_Geometric(numbers).find_costs([(0, 0)])
        spent.append(time.process_time() - began)
    return numpy.where(numpy.isinf(costs), -1, costs), statistics.median(spent)


def array(numbers):
    """The text of a float8[]; -1 is NULL."""
    return "{" + ",".join("{" + ",".join("NULL" if n == -1 else "%.10g" % n for n in row) + "}" for row in numbers) + "}"


def psql(script):
    result = subprocess.run(["psql", "-XqAt", "-v", "ON_ERROR_STOP=1"], input=script, capture_output=True, text=True)
    if result.returncode:
        sys.exit(result.stderr)
    return result.stdout.split()


def fringe(numbers, model, rounds=1):
    """Costs from the first cell; the bound of a path's rounding; processor seconds with decoding, and the median without; and
    the bytes per cell by which the backend grows in the search, of which the array of the result takes eight."""
    with open("rows", "w") as file:
        file.write(array(numbers) + "\n")
    told = psql(
        """SET client_min_messages = warning;
        CREATE EXTENSION IF NOT EXISTS fringe;
        DROP TABLE IF EXISTS raster;
        CREATE TEMPORARY TABLE input (numbers float8[]);
        \\copy input FROM 'rows'
        CREATE TABLE raster AS SELECT """
        + ("gridmap_from_numbers(numbers)" if "friction" in model else "gridmap_set_layer(gridmap(array_fill(repeat('.', array_length(numbers, 2)), ARRAY[array_length(numbers, 1)])), 'height', numbers)")
        + """ AS map FROM input;
        \\c
        SET fringe.max_memory = '8GB';
        SET fringe.cache_size = '2GB';
        \\o /dev/null
        SELECT fringe_cost(gridmap('{..}'::text[]), '(0,0)', '(1,0)');
        SELECT gridmap_width(map) FROM raster;
        \\o
        SELECT pg_backend_pid() AS pid \\gset
        \\setenv BACKEND :pid
        """
        + (
            "\\! awk '{ print $14 + $15 }' /proc/$BACKEND/stat; awk '/VmHWM|VmRSS/ { print $2 }' /proc/$BACKEND/status\n"
            "SELECT length(fringe_surface(map, '{\"(0,0)\"}', '%s')::text) > 0 AS done FROM raster \\gset\n".replace("length(", "array_length(").replace("::text)", ", 1)") % model
        )
        * (rounds + 1)
        + "\\! awk '{ print $14 + $15 }' /proc/$BACKEND/stat; awk '/VmHWM|VmRSS/ { print $2 }' /proc/$BACKEND/status\n"
        + f"\\copy (SELECT fringe_surface(map, '{{\"(0,0)\"}}', '{model}') FROM raster) TO 'out.text'\n"
    )
    ticks = [int(t) / os.sysconf("SC_CLK_TCK") for t in told[0::3]]
    spent = [b - a for a, b in zip(ticks, ticks[1:])]
    # The peak of the searches after the first one, over what the backend holds with the map decoded.
    grown = (int(told[-2]) - int(told[5])) * 1024 / numbers.size
    with open("out.text") as file:
        text = file.read().replace("NULL", "-1").replace("{", "").replace("}", "")
    costs = numpy.fromstring(text, sep=",").reshape(numbers.shape)
    return costs, spent[0], statistics.median(spent[1:]), grown


def unit(numbers):
    """To what fringe rounds each step: the least power of ten of which 2^51 leave room for 8 (width + height) greatest steps."""
    room = 8 * sum(numbers.shape) * 2**0.5 * numbers.max()
    return 10.0 ** math.ceil(math.log10(room / 2**51))


def compared(costs, others):
    """Cells with a cost; of them equal to a part in 10^9; the greatest difference; the same as a part of the greatest cost; and
    cells that only one reaches."""
    both = (costs >= 0) & (others >= 0)
    apart = numpy.abs(costs - others)[both]
    return both.sum(), (apart <= 1e-9 * numpy.maximum(others[both], 1)).sum(), apart.max(), apart.max() / others.max(), ((costs >= 0) != (others >= 0)).sum()


def print_costs():
    """A difference of friction is right if it is at most half a unit a step, and no least path here has more than 8 width of them."""
    grass, wrong = Grass(), False
    print("| friction | cells | unit | equal to MCP_Geometric to 10^-9 | greatest difference | part of the greatest cost | equal to r.cost | greatest difference |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: |")
    for kind in KINDS:
        for size in [100, 200, 500, 1000, 2000]:
            numbers = friction(kind, size)
            costs = fringe(numbers, MODEL)[0]
            cells, same, apart, part, other = compared(costs, scikit(numbers)[0])
            _, same_grass, apart_grass, _, other_grass = compared(costs, grass.surface(numbers, "r.cost input=raster")[0])
            print(f"| {kind}, {size} x {size} | {cells} | {unit(numbers):.0e} | {same} | {apart:.1e} | {part:.1e} | {same_grass} | {apart_grass:.1e} |", flush=True)
            wrong |= other + other_grass > 0 or max(apart, apart_grass) > 8 * size * unit(numbers) / 2 + 1e-12 * costs.max()
    print()
    print("| heights | cells | equal to r.walk to 10^-9 | greatest difference | part of the greatest cost |")
    print("| --- | --: | --: | --: | --: |")
    for size in [100, 500, 1000, 2000]:
        numbers = heights(size)
        costs = fringe(numbers, f"octile(straight={CELL}, cell={CELL}, slope={WALK}, corners=any)")[0]
        cells, same, apart, part, other = compared(costs, grass.surface(numbers, "r.walk elevation=raster friction=flat", CELL)[0])
        print(f"| {size} x {size} | {cells} | {same} | {apart:.1e} | {part:.1e} |", flush=True)
        wrong |= other > 0 or part > 1e-8
    return wrong


def print_times(sizes):
    grass, rounds = Grass(), 3
    print("| raster | fringe, first | fringe | MCP_Geometric | r.cost | of the faster | bytes per cell beside the map |")
    print("| --- | --: | --: | --: | --: | --: | --: |")
    for size in sizes:
        for kind in KINDS:
            numbers = friction(kind, size)
            costs, first, later, grown = fringe(numbers, MODEL, rounds)
            costs_scikit, spent_scikit = scikit(numbers, rounds)
            costs_grass, spent_grass = grass.surface(numbers, "r.cost input=raster", 1, rounds)
            print(f"| {kind}, {size} x {size} | {first:.2f} | {later:.2f} | {spent_scikit:.2f} | {spent_grass:.2f} | {later / min(spent_scikit, spent_grass):.2f} | {grown:.0f} |", flush=True)
    return False


if __name__ == "__main__":
    task = sys.argv[1] if len(sys.argv) > 1 else "costs"
    if task == "costs":
        sys.exit(print_costs())
    if task == "times":
        sys.exit(print_times([int(size) for size in sys.argv[2:]] or [2000, 5000]))
    sys.exit(f"bench/rasters: no task {task}; see bench/rasters --help")

"""The work of test/operation/assignments: asks fr_assign and scipy, and compares. Run it by test/operation/assignments."""
import os
import subprocess
import sys

try:
    import numpy
    from scipy.optimize import linear_sum_assignment
except ImportError as missing:
    sys.exit(f"test/operation/assignments needs scipy: {missing}. Install python3-scipy.")

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def worth(costs, rows, columns):
    """The number of pairs with a path, and the sum of their costs."""
    found = [int(costs[row, column]) for row, column in zip(rows, columns) if costs[row, column] >= 0]
    return len(found), sum(found)


def main():
    if len(sys.argv) > 3:
        sys.exit("test/operation/assignments: too many arguments; see --help")
    cases = sys.argv[1] if len(sys.argv) > 1 else "10000"
    seed = sys.argv[2] if len(sys.argv) > 2 else "1"
    made = subprocess.run([os.path.join(root, "build/gcc/test_assign"), "--print", cases, seed], check=True,
                          capture_output=True, text=True).stdout
    compared = wrong = partial = 0
    for line in made.splitlines():
        starts, goals, *numbers = map(int, line.split())
        costs = numpy.array(numbers[:starts * goals], dtype=numpy.int64).reshape(starts, goals)
        # more than all other costs together, so that as few pairs as possible have it
        none = int(costs.max(initial=0)) * min(starts, goals) + 1
        rows, columns = linear_sum_assignment(numpy.where(costs < 0, none, costs))
        theirs = worth(costs, rows, columns)
        given = [(start, goal) for start, goal in enumerate(numbers[starts * goals:]) if goal >= 0]
        if any(costs[pair] < 0 for pair in given) or len({goal for _, goal in given}) < len(given):
            ours = None
        else:
            ours = worth(costs, [start for start, _ in given], [goal for _, goal in given])
        compared += 1
        partial += theirs[0] < min(starts, goals)
        if ours != theirs:
            wrong += 1
            print(f"# {starts} starts, {goals} goals: scipy finds {theirs}, fr_assign {ours}")
    print(f"{compared} assignments, of which {partial} leave a start and a goal alone: {wrong} are wrong")
    sys.exit(compared != int(cases) or wrong > 0)


main()

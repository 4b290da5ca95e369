"""DOS programs as doors, in Debian's DOSBox 0.74-3 on the terminal of an external door.

orders   a visit: DOSBox's configuration, drop files, our FOSSIL driver, and what `door check` asks
bridge   a program of its own between the terminal and DOSBox: walls, the line, the end

`fossil.com` is built from `fossil.asm` by `nasm -f bin fossil.asm -o fossil.com`.
"""
